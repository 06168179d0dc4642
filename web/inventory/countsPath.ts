export const countsPath = '/inventory/counts'
