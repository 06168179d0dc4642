/** What a generated organisation is made from; ids of rows that the application itself made. */
export type Ground = {
  organization: number
  branch: number
  tax: number
  currency: number
  method: number
  year: number
  products: number[]
  service: number
  user: number
}
