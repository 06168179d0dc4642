export const customsPath = '/purchases/customs-declarations'
