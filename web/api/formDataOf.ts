type Leaf = string | number | boolean | Blob | null | undefined
export type Body = { readonly [key: string]: unknown }

/** Nested values as multipart fields with bracket names: `items[0][price]`. null or no rows empty a field, undefined is left out. */
export function formDataOf(body: Body): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) append(form, name, value)
  return form
}

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined) return
  if (Array.isArray(value) && value.length === 0) form.append(name, '')
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) append(form, `${name}[${index}]`, item)
  else if (value !== null && typeof value === 'object' && !(value instanceof Blob))
    for (const [key, item] of Object.entries(value)) append(form, `${name}[${key}]`, item)
  else form.append(name, textOf(value as Leaf))
}

function textOf(value: Leaf): string | Blob {
  if (value instanceof Blob) return value
  return value === null || value === undefined ? '' : String(value)
}
