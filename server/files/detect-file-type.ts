const startsWith = (data: Uint8Array, text: string, at = 0) =>
  Buffer.from(data.buffer, data.byteOffset + at, Math.min(text.length, data.length - at)).toString('latin1') === text

/** The type of a file by its first bytes, never by its name or header. */
const types: readonly { mimetype: string; ending: RegExp; is(data: Uint8Array): boolean }[] = [
  { mimetype: 'application/pdf', ending: /\.pdf$/i, is: (data) => startsWith(data, '%PDF-') },
  { mimetype: 'image/png', ending: /\.png$/i, is: (data) => startsWith(data, '\x89PNG\r\n') },
  { mimetype: 'image/jpeg', ending: /\.jpe?g$/i, is: (data) => startsWith(data, '\xff\xd8\xff') },
  {
    mimetype: 'image/webp',
    ending: /\.webp$/i,
    is: (data) => startsWith(data, 'RIFF') && startsWith(data, 'WEBP', 8),
  },
  {
    mimetype: 'application/xml',
    ending: /\.xml$/i,
    is: (data) => startsWith(data, '<?xml') || startsWith(data, '\xef\xbb\xbf<?xml') || startsWith(data, '<Invoice'),
  },
  {
    mimetype: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: /\.xlsx$/i,
    is: (data) => startsWith(data, 'PK\x03\x04'),
  },
  {
    mimetype: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ending: /\.docx$/i,
    is: (data) => startsWith(data, 'PK\x03\x04'),
  },
]

/** The type of an accepted attachment; undefined for any other, and if the file name has another extension. */
export const detectFileType = (name: string, data: Uint8Array): string | undefined =>
  types.find((type) => data.length > 12 && type.ending.test(name) && type.is(data))?.mimetype

/** Whether the first bytes are those of a supported image type. */
export const isImage = (data: Uint8Array): boolean =>
  types.some((type) => type.mimetype.startsWith('image/') && data.length > 12 && type.is(data))
