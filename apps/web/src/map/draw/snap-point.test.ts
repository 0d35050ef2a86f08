import type { LatLng } from '@muster/domain/geo/lat-lng.ts'
import { describe, expect, it } from 'vitest'
import { snapPoint } from './snap-point.ts'

/** A box of 1,000 pixels per side, at 100,000 pixels per degree. */
const box = [
  { lat: 28.6, lng: 77.2 },
  { lat: 28.61, lng: 77.2 },
  { lat: 28.61, lng: 77.21 },
  { lat: 28.6, lng: 77.21 },
]
const project = ({ lat, lng }: LatLng) => ({ x: lng * 100_000, y: -lat * 100_000 })

describe('a point being drawn', () => {
  it('snaps to a corner within reach, exactly', () => {
    expect(snapPoint({ lat: 28.60004, lng: 77.19996 }, [box], project)).toEqual(box[0])
  })

  it('prefers a corner to a nearer side', () => {
    expect(snapPoint({ lat: 28.60008, lng: 77.20001 }, [box], project)).toEqual(box[0])
  })

  it('snaps to a side where no corner is near, also to the closing one', () => {
    expect(snapPoint({ lat: 28.605, lng: 77.19995 }, [box], project)).toEqual({ lat: 28.605, lng: 77.2 })
    const closing = snapPoint({ lat: 28.59995, lng: 77.204 }, [box], project)
    expect(closing?.lat).toBe(28.6)
    expect(closing?.lng).toBeCloseTo(77.204, 9)
  })

  it('does not snap to anything farther than the given pixels', () => {
    expect(snapPoint({ lat: 28.605, lng: 77.1998 }, [box], project)).toBeUndefined()
    expect(snapPoint({ lat: 28.605, lng: 77.1998 }, [box], project, 30)).toBeDefined()
    expect(snapPoint({ lat: 28.6, lng: 77.2 }, [], project)).toBeUndefined()
  })

  it('snaps across the antimeridian', () => {
    const strip = [
      { lat: 0, lng: 179.99 },
      { lat: 0.01, lng: 179.99 },
      { lat: 0.01, lng: -179.99 },
    ]
    expect(snapPoint({ lat: 0.01, lng: 180.01005 }, [strip], project)).toEqual(strip[2])
  })
})
