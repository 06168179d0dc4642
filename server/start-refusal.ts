/** A start that cannot continue. The starter prints its message to the operator in one line and exits with 1. */
export class StartRefusal extends Error {}

const systemWords: Record<string, string> = {
  ENOSPC: 'there is no room left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EEXIST: 'it exists already: choose another name',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write or read it',
  EPERM: 'this user may not write or read it',
}

/** A refusal of ours, or a failure of the system that there are words for: neither needs a stack. */
export const isSaid = (error: unknown): boolean =>
  error instanceof StartRefusal || Boolean(systemWords[(error as { code?: string }).code ?? ''])

/** An error as one sentence for the operator: what the system said only as a code is put in words, with the path it was about. */
export function sentenceOf(error: unknown): string {
  const { code, path, message } = error as { code?: string; path?: string; message?: string }
  const words = code && systemWords[code]
  return words ? `${path ? `${path}: ` : ''}${words} (${code}).` : (message ?? String(error))
}
