const riyadhDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Riyadh',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day it is in Riyadh, wherever the browser stands. */
export const today = (): string => riyadhDay.format(new Date())
