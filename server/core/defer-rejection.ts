/** Something sent ahead: its refusal is told when it is its turn to be awaited, or never. */
export function deferRejection<Result>(sent: Promise<Result>): Promise<Result> {
  sent.catch(() => {})
  return sent
}
