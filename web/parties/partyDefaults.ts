/** With what a new customer or supplier begins. */
export const partyDefaults = { type: 'company', status: 'active', country_id: '1', avatar_file: undefined }
