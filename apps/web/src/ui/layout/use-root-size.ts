import { useLayoutEffect } from 'react'

/** Publishes a size in pixels to style sheets, so that other elements leave room for the element. */
export function useRootSize(property: `--m-${string}`, pixels: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty(property, `${pixels}px`)
    return () => {
      style.removeProperty(property)
    }
  }, [property, pixels])
}
