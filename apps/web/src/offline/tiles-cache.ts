/** The name of the cache for map tiles. public/map-fetch.js, which is served as it is, repeats the name. */
export const tilesCache = 'muster.tiles'
