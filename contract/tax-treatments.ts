/**
 * The treatment of a tax in the VAT return. The first ones may be chosen on its form; the last ones come with the
 * organization and are for bills only. A zero rate without a treatment is unclassified: in no box, and listed below the
 * return.
 */
export const chosenTreatments = ['standard', 'zero_rated', 'exports', 'exempt', 'citizens', 'out_of_scope'] as const
export const seededTreatments = ['reverse_charge', 'customs', 'non_deductible'] as const
export const treatments = [...chosenTreatments, ...seededTreatments] as const
export type Treatment = (typeof treatments)[number]
export type ChosenTreatment = (typeof chosenTreatments)[number]
