/** Marks a promise as handled; its failure surfaces when it is awaited, or not at all. */
export function deferRejection<Result>(sent: Promise<Result>): Promise<Result> {
  sent.catch(() => {})
  return sent
}
