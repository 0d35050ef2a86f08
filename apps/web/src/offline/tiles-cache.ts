/** The name of the cache for map tiles. public/map-fetch.js, which is served unchanged, repeats it. */
export const tilesCache = 'muster.tiles'
