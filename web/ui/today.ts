const riyadh = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh', dateStyle: 'short' })

/** The day it is in Riyadh, wherever the browser stands; or the day it was there at an instant. */
export const today = (): string => dayAt(new Date())
export const dayAt = (instant: Date): string => riyadh.format(instant)
