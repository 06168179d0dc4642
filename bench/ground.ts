/** The data a generated organisation is built from: ids of rows that the application created. */
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
