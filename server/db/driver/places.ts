/** Where a server of the database listens. */
export type Place = { host: string; port: number }

const places = new WeakMap<Place, Place>()

/** Where the database of these settings is written now. With one host that is the host. */
export const placeOf = (settings: Place): Place => places.get(settings) ?? settings

export const setPlace = (settings: Place, place: Place): void => void places.set(settings, place)
