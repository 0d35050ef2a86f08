import type { MapColours } from '../map-colours.ts'
import type { MapPersonState, MapPinLook, MapSeverity } from '../surface.ts'

/** Image pixels per screen pixel, so that markers are sharp on dense screens too. */
const ratio = 3
const personSize = 40
const clusterSize = 44

export type MarkerImage = { readonly name: string; readonly image: ImageData; readonly pixelRatio: number }

/** Draws all markers here, so that no map requests images from a server. */
export function markerImages(colours: MapColours): MarkerImage[] {
  const looks = Object.keys(colours.people) as MapPinLook[]
  return [
    ...looks.map(look => drawImage(`person-${look}`, personSize, pen => drawPin(pen, look, colours))),
    ...looks.map(look => drawImage(`chosen-${look}`, personSize, pen => drawPin(pen, look, colours, true))),
    drawImage('cluster', clusterSize, pen => drawCluster(pen, colours)),
    drawImage('me', 28, pen => drawMe(pen, colours)),
    drawImage('centre', 40, pen => drawCentre(pen, colours)),
    drawImage('mark', 32, pen => drawMark(pen, colours)),
  ]
}

function drawImage(name: string, size: number, draw: (pen: CanvasRenderingContext2D) => void): MarkerImage {
  const canvas = document.createElement('canvas')
  canvas.width = size * ratio
  canvas.height = size * ratio
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser draws nothing on a canvas')
  pen.scale(ratio, ratio)
  draw(pen)
  return { name, image: pen.getImageData(0, 0, canvas.width, canvas.height), pixelRatio: ratio }
}

function disc(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fillStyle = colour
  pen.fill()
}

const isSeverity = (look: MapPinLook): look is MapSeverity => look in severitySigns

const drawPin = (
  pen: CanvasRenderingContext2D,
  look: MapPinLook,
  colours: MapColours,
  isChosen = false,
): void =>
  isSeverity(look) ? drawHazard(pen, look, colours, isChosen) : drawPerson(pen, look, colours, isChosen)

/** Draws a diamond, which cannot be mistaken for a person, with the sign of its severity. */
function drawHazard(
  pen: CanvasRenderingContext2D,
  severity: MapSeverity,
  colours: MapColours,
  isChosen: boolean,
): void {
  const square = (radius: number, colour: string) => {
    pen.save()
    pen.translate(20, 20)
    pen.rotate(Math.PI / 4)
    pen.beginPath()
    pen.roundRect(-radius, -radius, 2 * radius, 2 * radius, 3)
    pen.fillStyle = colour
    pen.fill()
    pen.restore()
  }
  if (isChosen) square(13.5, colours.text)
  square(11.5, colours.surface)
  square(10, colours.people[severity])
  pen.strokeStyle = colours.surface
  pen.lineWidth = 2.6
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(severitySigns[severity]))
}

/** Paths around 20, 20: pointing down, two bars, one exclamation mark, two exclamation marks. */
const severitySigns: Record<MapSeverity, string> = {
  low: 'M16 18.5 20 22.5 24 18.5',
  medium: 'M16 18 H24 M16 22.5 H24',
  high: 'M20 14.5 V21 M20 25 V25.1',
  critical: 'M17.5 14.5 V21 M17.5 25 V25.1 M22.5 14.5 V21 M22.5 25 V25.1',
}

/** Draws a disc for the initials in the colour of the state, which an icon shows as well. */
function drawPerson(
  pen: CanvasRenderingContext2D,
  state: MapPersonState,
  colours: MapColours,
  isChosen = false,
): void {
  const colour = colours.people[state]
  if (isChosen) disc(pen, 18, 20, 18, colours.text)
  disc(pen, 18, 20, 16, colour)
  if (state === 'unknown') pen.setLineDash([3, 3])
  disc(pen, 18, 20, 13.5, colours.surface)
  pen.strokeStyle = colour
  pen.lineWidth = 2
  pen.stroke()
  pen.setLineDash([])
  disc(pen, 31, 30, 9, colours.surface)
  disc(pen, 31, 30, 7.5, colour)
  pen.strokeStyle = colours.surface
  pen.lineWidth = 1.8
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(stateIcons[state]))
}

/** Paths within the small disc around 31, 30: a tick, a bar, the hands of a clock, a question mark, an exclamation mark. */
const stateIcons: Record<MapPersonState, string> = {
  inside: 'M27.8 30.2 30.2 32.6 34.4 27.8',
  outside: 'M27.8 30 H34.2',
  stale: 'M31 26.4 V30.2 L33.6 31.8',
  unknown: 'M29.2 28.4 A2 2 0 1 1 31.6 30.2 L31 31.2 M31 33.4 V33.5',
  doubtful: 'M31 26.4 V30.6 M31 33.4 V33.5',
}

function drawCluster(pen: CanvasRenderingContext2D, colours: MapColours): void {
  disc(pen, 22, 22, 21, colours.surface)
  disc(pen, 22, 22, 19, colours.text)
  disc(pen, 22, 22, 16.5, colours.surface)
}

function drawMe(pen: CanvasRenderingContext2D, colours: MapColours): void {
  disc(pen, 14, 14, 11, '#ffffff')
  disc(pen, 14, 14, 8.5, colours.me)
}

/** Draws a pin with its tip on the position; its shape cannot be mistaken for a person. */
function drawCentre(pen: CanvasRenderingContext2D, colours: MapColours): void {
  pen.fillStyle = colours.centre
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = 2
  const pin = new Path2D('M20 36 C12 26 8 21.5 8 15.5 A12 12 0 0 1 32 15.5 C32 21.5 28 26 20 36 Z')
  pen.fill(pin)
  pen.stroke(pin)
  disc(pen, 20, 15.5, 4.5, '#ffffff')
}

function drawMark(pen: CanvasRenderingContext2D, colours: MapColours): void {
  disc(pen, 16, 16, 14, colours.surface)
  disc(pen, 16, 16, 12, colours.warning)
  pen.fillStyle = colours.surface
  pen.fillRect(14.8, 9, 2.4, 9)
  pen.fillRect(14.8, 20, 2.4, 2.6)
}
