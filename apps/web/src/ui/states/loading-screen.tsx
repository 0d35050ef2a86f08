import { t } from '@lingui/core/macro'
import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { loadingDelayMs, useAfter } from '../time/use-after.ts'

/** A full-screen loading state, or a block within the page if `fill` is false. The spinner appears only after a short delay. */
export function LoadingScreen({ label = t`Loading…`, fill = true }: { label?: string; fill?: boolean }) {
  const isLate = useAfter(loadingDelayMs)
  return (
    <Center mih={fill ? '100dvh' : 240} role="status" aria-busy="true">
      {isLate && <Loader size={32} aria-hidden="true" />}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Center>
  )
}
