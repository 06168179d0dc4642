/** The shape of an identifier, by its scheme (BR-KSA-F-07 to F-11); another is letters and digits. */
export const identifierShapes: Readonly<Record<string, RegExp>> = {
  TIN: /^3\d{9}$/,
  CRN: /^\d{10}$/,
  '700': /^7\d{9}$/,
  NAT: /^1\d{9}$/,
  IQA: /^2\d{9}$/,
}

const runs = ['0123456789', '9876543210']
/** Eight equal digits, or eight consecutive ones: an invented number (BR-KSA-F-13). */
export const isSuspicious = (value: string): boolean =>
  /^\d+$/.test(value) &&
  (/(\d)\1{7}/.test(value) ||
    [...value.matchAll(/(?=(\d{8}))/g)].some(([, run = '']) => runs.some((whole) => (whole + whole).includes(run))))

/** The refusal for an invalid identifier. Null when it is valid. */
export function identifierProblem(scheme: string, value: string): 'identifier_shape' | 'identifier_suspicious' | null {
  if (!(identifierShapes[scheme] ?? /^[A-Za-z0-9]+$/).test(value)) return 'identifier_shape'
  return isSuspicious(value) ? 'identifier_suspicious' : null
}
