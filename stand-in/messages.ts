export type PlatformMessage = {
  type: string
  code: string | null
  category: string | null
  message: string
  status: string
}

export const failure = (code: string | null, category: string | null, message: string): PlatformMessage => ({
  type: 'ERROR',
  code,
  category,
  message,
  status: 'ERROR',
})
export const remark = (code: string, category: string, message: string): PlatformMessage => ({
  type: 'WARNING',
  code,
  category,
  message,
  status: 'WARNING',
})
const complied: PlatformMessage = {
  type: 'INFO',
  code: 'XSD_ZATCA_VALID',
  category: 'XSD validation',
  message: 'Complied with UBL 2.1 standards in line with ZATCA specifications',
  status: 'PASS',
}

export type Findings = { errors: PlatformMessage[]; warnings: PlatformMessage[] }

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

export type PlatformAnswer = { status: number; body: unknown }
export const unauthorised: PlatformAnswer = {
  status: 401,
  body: { timestamp: 1654514661409, status: 401, error: 'Unauthorized', message: '' },
}
export const brokenDown: PlatformAnswer = {
  status: 500,
  body: {
    category: 'HTTP-Errors',
    code: '500',
    message: 'Something went wrong and caused an Internal Server Error.',
  },
}
export const refused = (code: string, message: string): PlatformAnswer => ({
  status: 400,
  body: { errors: [{ code, message }] },
})
