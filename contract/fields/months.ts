import { z } from 'zod'

/** A number of months, as a number or as it was typed. */
export const months = (maximum: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^[0-9]{1,3}$/)
          .transform(Number),
      ],
      { error: 'invalid_number' },
    )
    .refine((value) => value >= 1 && value <= maximum, 'out_of_range')
