import { plural, t } from '@lingui/core/macro'
import { useResizeObserver } from '@mantine/hooks'
import { IconUrgent } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { requiresPin } from '../../lib/session/selected-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { useRootSize } from '../../ui/layout/use-root-size.ts'
import { useOpenCalls } from './use-open-calls.ts'

const DeclareDialog = lazy(async () => ({ default: (await import('./declare-dialog.tsx')).DeclareDialog }))

/** Pixels between the buttons of the header. */
const sirenGapPx = 8

type Props = {
  /** True where only an icon fits. */
  compact: boolean
}

/** The button in the frame that calls everyone inside, for those who may send broadcasts. */
export function DeclareButton({ compact }: Props) {
  const { profile } = useMe()
  const { zone, may, isZoneBound } = useSelectedZone()
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const isZoneOpen = zone !== undefined && !zone.invited && !requiresPin(profile.role, zone)
  const sirenRef = useSirenWidth()
  const [openCall] = useOpenCalls(zone ? [zone.id] : [])
  if (!may('broadcast') || (isZoneBound && !isZoneOpen)) return null
  const missing = openCall?.states.missing ?? 0
  if (openCall) {
    const label = t`Open board, ${plural(missing, { one: '# missing', other: '# missing' })}`
    const toBoard = { to: '/emergencies/$emergencyId', params: { emergencyId: openCall.id } } as const
    return compact ? (
      <ActionIcon
        icon={IconUrgent}
        iconSize="1.5rem"
        size={44}
        color="red"
        aria-label={label}
        renderRoot={props => <Link {...props} {...toBoard} />}
      />
    ) : (
      <Button
        color="red"
        icon={IconUrgent}
        iconSize="1.25rem"
        renderRoot={props => <Link {...props} {...toBoard} ref={sirenRef} />}
      >
        {label}
      </Button>
    )
  }
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }
  return (
    <>
      {compact ? (
        <ActionIcon
          icon={IconUrgent}
          iconSize="1.5rem"
          size={44}
          color="red"
          aria-label={t`Call everyone inside`}
          onClick={open}
        />
      ) : (
        <Button
          ref={sirenRef}
          variant="default"
          leftSection={<IconUrgent size="1.25rem" color="var(--m-danger)" aria-hidden />}
          onClick={open}
        >
          {t`Call everyone inside`}
        </Button>
      )}
      {wasOpened && (
        <Suspense fallback={null}>
          <DeclareDialog opened={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Publishes the width of the button with its gap to style sheets, so that no toast covers it; it depends on the language. */
function useSirenWidth() {
  const [ref, { width }] = useResizeObserver()
  useRootSize('--m-siren', width === 0 ? 0 : Math.ceil(width) + sirenGapPx)
  return ref
}
