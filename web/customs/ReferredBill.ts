export type ReferredBill = { id: number; number: string }
