export type Message = { type: string; code: string | null; category: string | null; message: string; status: string }

export const failure = (code: string | null, category: string | null, message: string): Message => ({
  type: 'ERROR',
  code,
  category,
  message,
  status: 'ERROR',
})
export const remark = (code: string, category: string, message: string): Message => ({
  type: 'WARNING',
  code,
  category,
  message,
  status: 'WARNING',
})
const complied: Message = {
  type: 'INFO',
  code: 'XSD_ZATCA_VALID',
  category: 'XSD validation',
  message: 'Complied with UBL 2.1 standards in line with ZATCA specifications',
  status: 'PASS',
}

export type Findings = { errors: Message[]; warnings: Message[] }

/** The published envelope of a verdict. */
export function validationResults({ errors, warnings }: Findings) {
  const isReadable = !errors.some(({ code }) => code === 'XSD_ZATCA_INVALID')
  return {
    infoMessages: isReadable ? [complied] : [],
    warningMessages: warnings,
    errorMessages: errors,
    status: errors.length > 0 ? 'ERROR' : warnings.length > 0 ? 'WARNING' : 'PASS',
  }
}

export type Answer = { status: number; body: unknown }
export const unauthorised: Answer = {
  status: 401,
  body: { timestamp: 1654514661409, status: 401, error: 'Unauthorized', message: '' },
}
export const brokenDown: Answer = {
  status: 500,
  body: {
    category: 'HTTP-Errors',
    code: '500',
    message: 'Something went wrong and caused an Internal Server Error.',
  },
}
export const refused = (code: string, message: string): Answer => ({
  status: 400,
  body: { errors: [{ code, message }] },
})
