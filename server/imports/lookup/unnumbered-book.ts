/** Records without a number or a name: the rules that write them find what is there twice. */
export const unnumberedBook = { match: (): undefined => undefined, add: () => {}, keep: () => {}, drop: () => {} }
