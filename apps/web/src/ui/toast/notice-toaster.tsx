import { t } from '@lingui/core/macro'
import { useComputedColorScheme, useDirection } from '@mantine/core'
import { type PointerEvent, useEffect, useRef } from 'react'
import { Toaster, toast } from 'sonner'
import { connectToasts } from './notice-layer.ts'
import './notice-toaster.css'

const toastDurationMs = 4_000
const maxVisibleToasts = 3
const toastWidthPx = 356
const toastGapPx = 14

/** Pixels in any direction. Sonner's own threshold is 45 and cannot be configured. */
export const noticeSwipeThreshold = 20

/** The place over the header. Below 1024 px, the style sheet moves the toasts to the bottom, like those of the base layer. */
const stripTop = 'calc(4px + env(safe-area-inset-top))'

/** The second layer: 3 visible toasts, 4000 ms, 356 px wide, 14 px apart. */
export function NoticeToaster() {
  const scheme = useComputedColorScheme('light')
  // The buttons of the header stand at the end of the line, on the same side as these toasts.
  const end = useDirection().dir === 'rtl' ? 'left' : 'right'
  // Effects of children run first, so the library's container already receives the toasts.
  useEffect(() => connectToasts(toast), [])
  const swipeStart = useRef<{ id: string; x: number; y: number } | null>(null)

  const handlePress = (event: PointerEvent) => {
    const card = event.target instanceof Element ? event.target.closest('[data-sonner-toast]') : null
    const id = card?.getAttribute('data-testid')
    swipeStart.current = id ? { id, x: event.clientX, y: event.clientY } : null
  }
  const handleRelease = (event: PointerEvent) => {
    const origin = swipeStart.current
    swipeStart.current = null
    if (!origin) return
    const distance = Math.max(Math.abs(event.clientX - origin.x), Math.abs(event.clientY - origin.y))
    if (distance >= noticeSwipeThreshold) toast.dismiss(origin.id)
  }

  return (
    <div
      onPointerDownCapture={handlePress}
      onPointerUpCapture={handleRelease}
      style={{ display: 'contents' }}
    >
      <Toaster
        theme={scheme}
        position={`top-${end}`}
        visibleToasts={maxVisibleToasts}
        duration={toastDurationMs}
        gap={toastGapPx}
        closeButton
        containerAriaLabel={t`Updates`}
        offset={{ top: stripTop, [end]: 'var(--m-header-buttons)' }}
        mobileOffset={{ top: stripTop, right: 8, left: 8 }}
        style={{ '--width': `${toastWidthPx}px` } as React.CSSProperties}
      />
    </div>
  )
}
