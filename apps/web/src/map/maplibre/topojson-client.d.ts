/** The part of topojson-client that is used. The package brings no types. */
declare module 'topojson-client' {
  type Objects = { type: 'GeometryCollection' }
  export function feature(topology: { objects: Record<string, Objects> }, object: Objects): unknown
}
