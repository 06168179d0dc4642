/** For records without a number or a name: the rules that write them detect duplicates. */
export const unnumberedBook = { match: (): undefined => undefined, add: () => {}, keep: () => {}, drop: () => {} }
