/** The name of the cache for map tiles. public/map-fetch.js repeats this name, because that file is served without being built. */
export const tilesCacheName = 'muster.tiles'
