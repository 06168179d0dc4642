/**
 * How a tax is treated in the VAT return. The first may be chosen on its form; the last come with the organisation and
 * stand on bills only. A zero rate without any is unclassified: in no box, and listed beside the return.
 */
export const chosenTreatments = ['standard', 'zero_rated', 'exports', 'exempt', 'citizens', 'out_of_scope'] as const
export const seededTreatments = ['reverse_charge', 'customs', 'non_deductible'] as const
export const treatments = [...chosenTreatments, ...seededTreatments] as const
export type Treatment = (typeof treatments)[number]
export type ChosenTreatment = (typeof chosenTreatments)[number]
