/** Types for the part of topojson-client in use, because the package has none. */
declare module 'topojson-client' {
  type Objects = { type: 'GeometryCollection' }
  export function feature(topology: { objects: Record<string, Objects> }, object: Objects): unknown
}
