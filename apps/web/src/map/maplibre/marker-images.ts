import { type RingPart, type RingVariant, ringName, ringSteps } from '../cluster-ring.ts'
import type { MapColours } from '../map-colours.ts'
import {
  type MapPersonState,
  type MapPinVariant,
  type MapSeverity,
  type MapZoneState,
  mapZoneStates,
} from '../surface.ts'

/** Image pixels per screen pixel, so that markers are sharp on dense screens too. */
const imagePixelRatio = 3
const personSize = 40
const clusterSize = 44

export type MarkerImage = { readonly name: string; readonly image: ImageData; readonly pixelRatio: number }

/** Draws all markers but the rings in code, so that no map requests images from a server. */
export function createMarkerImages(colours: MapColours): MarkerImage[] {
  const pinVariants = Object.keys(colours.people) as MapPinVariant[]
  return [
    ...pinVariants.map(look =>
      drawImage(`person-${look}`, personSize, context => drawPin(context, look, colours)),
    ),
    ...pinVariants.map(look =>
      drawImage(`chosen-${look}`, personSize, context => drawPin(context, look, colours, true)),
    ),
    drawImage('me', 28, context => drawMe(context, colours)),
    drawImage('centre', 40, context => drawCentre(context, colours)),
    drawImage('mark', 32, context => drawMarker(context, colours)),
  ]
}

/** Draws the marker of a cluster: a ring divided by the states of its people. */
export const createRingImage = (ring: readonly RingPart[], colours: MapColours): MarkerImage =>
  drawImage(ringName(ring), clusterSize, context => drawRing(context, ring, colours))

function drawImage(name: string, size: number, draw: (pen: CanvasRenderingContext2D) => void): MarkerImage {
  const canvas = document.createElement('canvas')
  canvas.width = size * imagePixelRatio
  canvas.height = size * imagePixelRatio
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser draws nothing on a canvas')
  context.scale(imagePixelRatio, imagePixelRatio)
  draw(context)
  return { name, image: context.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: imagePixelRatio }
}

function drawDisc(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
}

const isSeverity = (look: MapPinVariant): look is MapSeverity => look in severitySigns

const drawPin = (
  context: CanvasRenderingContext2D,
  look: MapPinVariant,
  colours: MapColours,
  isChosen = false,
): void =>
  isSeverity(look)
    ? drawHazard(context, look, colours, isChosen)
    : isZoneState(look)
      ? drawZone(context, look, colours, isChosen)
      : drawPerson(context, look, colours, isChosen)

const isZoneState = (look: MapPinVariant): look is MapZoneState =>
  (mapZoneStates as readonly MapPinVariant[]).includes(look)

/** Draws a square with rounded corners, which is neither a person nor a hazard, with the sign of the zone's state. */
function drawZone(
  context: CanvasRenderingContext2D,
  state: MapZoneState,
  colours: MapColours,
  isChosen: boolean,
): void {
  const drawSquare = (radius: number, colour: string) => {
    context.beginPath()
    context.roundRect(20 - radius, 20 - radius, 2 * radius, 2 * radius, 4)
    context.fillStyle = colour
    context.fill()
  }
  if (isChosen) drawSquare(14, colours.text)
  drawSquare(11.5, colours.surface)
  drawSquare(10, colours.people[state])
  context.strokeStyle = colours.surface
  context.lineWidth = 2.4
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D(zoneSigns[state]))
}

/** Paths around 20, 20: two and one exclamation marks, an arrow up, a clock's hands, a tick, a ring, a bar. */
const zoneSigns: Record<MapZoneState, string> = {
  zone_over: 'M17.5 14.5 V21 M17.5 25 V25.1 M22.5 14.5 V21 M22.5 25 V25.1',
  zone_full: 'M20 14.5 V21 M20 25 V25.1',
  zone_filling: 'M20 25 V15.5 M16 19.5 20 15.5 24 19.5',
  zone_unseen: 'M20 14 V20.5 L24.5 23.5',
  zone_open: 'M15.8 20.4 18.8 23.4 24.2 17',
  zone_empty: 'M16 20 A4 4 0 1 1 24 20 A4 4 0 1 1 16 20',
  zone_closed: 'M15.5 20 H24.5',
}

/** Draws a diamond, which cannot be mistaken for a person, with the sign of its severity. */
function drawHazard(
  context: CanvasRenderingContext2D,
  severity: MapSeverity,
  colours: MapColours,
  isChosen: boolean,
): void {
  const drawSquare = (radius: number, colour: string) => {
    context.save()
    context.translate(20, 20)
    context.rotate(Math.PI / 4)
    context.beginPath()
    context.roundRect(-radius, -radius, 2 * radius, 2 * radius, 3)
    context.fillStyle = colour
    context.fill()
    context.restore()
  }
  if (isChosen) drawSquare(13.5, colours.text)
  drawSquare(11.5, colours.surface)
  drawSquare(10, colours.people[severity])
  context.strokeStyle = colours.surface
  context.lineWidth = 2.6
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D(severitySigns[severity]))
}

/** Paths around 20, 20: a chevron pointing down, two bars, one exclamation mark, two exclamation marks. */
const severitySigns: Record<MapSeverity, string> = {
  low: 'M16 18.5 20 22.5 24 18.5',
  medium: 'M16 18 H24 M16 22.5 H24',
  high: 'M20 14.5 V21 M20 25 V25.1',
  critical: 'M17.5 14.5 V21 M17.5 25 V25.1 M22.5 14.5 V21 M22.5 25 V25.1',
}

/** Draws a disc for the initials in the colour of the state, which an icon shows as well. */
function drawPerson(
  context: CanvasRenderingContext2D,
  state: MapPersonState,
  colours: MapColours,
  isChosen = false,
): void {
  const colour = colours.people[state]
  if (isChosen) drawDisc(context, 18, 20, 18, colours.text)
  drawDisc(context, 18, 20, 16, colour)
  if (state === 'unknown') context.setLineDash([3, 3])
  drawDisc(context, 18, 20, 13.5, colours.surface)
  context.strokeStyle = colour
  context.lineWidth = 2
  context.stroke()
  context.setLineDash([])
  drawDisc(context, 31, 30, 9, colours.surface)
  drawDisc(context, 31, 30, 7.5, colour)
  context.strokeStyle = colours.surface
  context.lineWidth = 1.8
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D(stateIcons[state]))
}

/** Paths within the small disc around 31, 30: a tick, a bar, the hands of a clock, a question mark, an exclamation mark. */
const stateIcons: Record<MapPersonState, string> = {
  inside: 'M27.8 30.2 30.2 32.6 34.4 27.8',
  outside: 'M27.8 30 H34.2',
  stale: 'M31 26.4 V30.2 L33.6 31.8',
  unknown: 'M29.2 28.4 A2 2 0 1 1 31.6 30.2 L31 31.2 M31 33.4 V33.5',
  doubtful: 'M31 26.4 V30.6 M31 33.4 V33.5',
}

/** The line of each state in a ring, so that colour is not the only cue: dashed if not seen, thin if outside. */
const ringLines: Partial<Record<RingVariant, { width: number; dash?: number[] }>> = {
  stale: { width: 4.5, dash: [3, 1.5] },
  unknown: { width: 4.5, dash: [3, 1.5] },
  outside: { width: 2 },
}

function drawRing(context: CanvasRenderingContext2D, ring: readonly RingPart[], colours: MapColours): void {
  drawDisc(context, 22, 22, 21.5, colours.surface)
  const stepAngle = (2 * Math.PI) / ringSteps
  // A gap between the parts separates them also where their colours look alike.
  const gapAngle = ring.length > 1 ? 0.06 : 0
  let angle = -Math.PI / 2
  for (const { variant, steps } of ring) {
    const { width, dash = [] } = ringLines[variant] ?? { width: 4.5 }
    context.beginPath()
    context.arc(22, 22, 18, angle + gapAngle, angle + steps * stepAngle - gapAngle)
    context.strokeStyle = colours.people[variant]
    context.lineWidth = width
    context.setLineDash(dash)
    context.stroke()
    angle += steps * stepAngle
  }
  context.setLineDash([])
}

function drawMe(context: CanvasRenderingContext2D, colours: MapColours): void {
  drawDisc(context, 14, 14, 11, '#ffffff')
  drawDisc(context, 14, 14, 8.5, colours.me)
}

/** Draws a pin with its tip on the position; its shape cannot be mistaken for a person. */
function drawCentre(context: CanvasRenderingContext2D, colours: MapColours): void {
  context.fillStyle = colours.centre
  context.strokeStyle = '#ffffff'
  context.lineWidth = 2
  const pinPath = new Path2D('M20 36 C12 26 8 21.5 8 15.5 A12 12 0 0 1 32 15.5 C32 21.5 28 26 20 36 Z')
  context.fill(pinPath)
  context.stroke(pinPath)
  drawDisc(context, 20, 15.5, 4.5, '#ffffff')
}

function drawMarker(context: CanvasRenderingContext2D, colours: MapColours): void {
  drawDisc(context, 16, 16, 14, colours.surface)
  drawDisc(context, 16, 16, 12, colours.warning)
  context.fillStyle = colours.surface
  context.fillRect(14.8, 9, 2.4, 9)
  context.fillRect(14.8, 20, 2.4, 2.6)
}
