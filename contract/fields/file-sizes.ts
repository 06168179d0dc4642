/** The most bytes of a picture, a paper or an attachment. */
export const fileSize = 5_000_000
/** The most bytes of a file of rows. */
export const largeFileSize = 32_000_000
export const megabytesOf = (bytes: number): number => Math.round(bytes / 1_000_000)
