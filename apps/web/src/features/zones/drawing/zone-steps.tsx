import { t } from '@lingui/core/macro'
import { Box, Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { useBackCloses } from '../../../ui/dialogs/use-back-closes.ts'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useIsPhone } from '../../../ui/layout/use-screen.ts'

type Step = 'shape' | 'facts'

/** The control of each step that gets the focus: the first drawing tool, and the name. */
const firstControls: Record<Step, string> = {
  shape: '[role="toolbar"] button:not(:disabled)',
  facts: 'input',
}

/**
 * Divides the form of a zone into two steps on a phone: first the map, then the name, description and capacity; Back returns to the
 * map. Elsewhere both are shown. Both stay mounted, so that neither loses what was drawn or typed. `go`: shows a step and moves the
 * focus to its first control, because the pressed button disappears.
 */
export function useZoneSteps() {
  const isPhone = useIsPhone()
  const [step, setStep] = useState<Step>('shape')
  const boxes = { shape: useRef<HTMLDivElement>(null), facts: useRef<HTMLDivElement>(null) }
  const [focusedStep, setFocusedStep] = useState<Step>()
  useEffect(() => {
    if (!focusedStep) return
    boxes[focusedStep].current?.querySelector<HTMLElement>(firstControls[focusedStep])?.focus()
    setFocusedStep(undefined)
  })
  const go = (next: Step) => {
    setStep(next)
    setFocusedStep(next)
  }
  useBackCloses(isPhone && step === 'facts', () => go('shape'))
  const render = (own: Step, children: ReactNode) => (
    <Box hidden={isPhone && step !== own} ref={boxes[own]}>
      <Stack>{children}</Stack>
    </Box>
  )
  return {
    isPhone,
    /** The step that is shown; undefined where both are. */
    step: isPhone ? step : undefined,
    show: setStep,
    go,
    renderShape: (children: ReactNode) => render('shape', children),
    renderFacts: (children: ReactNode) => render('facts', children),
  }
}

type Props = {
  steps: ReturnType<typeof useZoneSteps>
  label: string
  workingLabel: string
  working: boolean
  blocked: string | undefined
  onCancel: () => void
  /** Offers to submit from the map too, because everything else is already filled in. */
  submitsFromMap?: boolean
}

/** The buttons of the form of a zone: from the map on to the name on a phone, otherwise those of any form. */
export function ZoneStepButtons({ steps, submitsFromMap = false, onCancel, ...buttons }: Props) {
  const { step, go } = steps
  const [isShape, isFacts] = [step === 'shape', step === 'facts']
  if (isShape && !submitsFromMap) return <NextButtons onCancel={onCancel} onNext={() => go('facts')} />
  return (
    <FormButtons {...buttons} onCancel={isFacts ? undefined : onCancel}>
      {isFacts && (
        <Button variant="default" onClick={() => go('shape')} disabled={buttons.working}>
          {t`Back to the map`}
        </Button>
      )}
      {isShape && (
        <Button variant="default" onClick={() => go('facts')} disabled={buttons.working}>
          {t`Name and capacity`}
        </Button>
      )}
    </FormButtons>
  )
}

function NextButtons({ onCancel, onNext }: { onCancel: () => void; onNext: () => void }) {
  return (
    <DialogButtons working={false}>
      <Button variant="default" onClick={onCancel}>
        {t`Cancel`}
      </Button>
      <Button onClick={onNext}>{t`Next`}</Button>
    </DialogButtons>
  )
}
