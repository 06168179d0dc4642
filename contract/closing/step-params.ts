/** What the sentence of a closing step says; one that counts nothing may have words of its own. */
export const stepParams = ({ count, day }: { count: number | null; day: string | null }) => ({
  number: count ?? 0,
  day: day ?? '',
  ...(count === 0 && { context: 'zero' }),
})
