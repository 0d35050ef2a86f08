/** What is used of topojson-client, which brings no types. */
declare module 'topojson-client' {
  type Objects = { type: 'GeometryCollection' }
  export function feature(topology: { objects: Record<string, Objects> }, object: Objects): unknown
}
