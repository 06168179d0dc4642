/** Words in one text, separated by commas; its lines may break within a word of several. */
export const wordList = (text: string): readonly string[] =>
  text.split(',').map((word) => word.trim().replace(/\s+/g, ' '))
