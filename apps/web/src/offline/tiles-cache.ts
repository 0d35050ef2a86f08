/** The cache of what maps were drawn from. public/map-fetch.js, which comes as it is, names it, too. */
export const tilesCache = 'muster.tiles'
