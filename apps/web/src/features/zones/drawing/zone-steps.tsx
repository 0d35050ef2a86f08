import { Trans } from '@lingui/react/macro'
import { Box, Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { useBackCloses } from '../../../ui/dialogs/use-back-closes.ts'
import { FormButtons } from '../../../ui/forms/form-buttons.tsx'
import { useIsPhone } from '../../../ui/layout/use-screen.ts'

type Step = 'shape' | 'facts'

/**
 * Divides the form of a zone into two steps on a phone: first the map, then the name, description and capacity; Back returns to the
 * map. Elsewhere both are shown. Both stay mounted, so that neither loses what was drawn or typed.
 */
export function useZoneSteps() {
  const isPhone = useIsPhone()
  const [step, setStep] = useState<Step>('shape')
  useBackCloses(isPhone && step === 'facts', () => setStep('shape'))
  const render = (own: Step, children: ReactNode) => (
    <Box hidden={isPhone && step !== own}>
      <Stack>{children}</Stack>
    </Box>
  )
  return {
    isPhone,
    /** The step that is shown; undefined where both are. */
    step: isPhone ? step : undefined,
    show: setStep,
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
  const { step, show } = steps
  const [isShape, isFacts] = [step === 'shape', step === 'facts']
  if (isShape && !submitsFromMap) return <NextButtons onCancel={onCancel} onNext={() => show('facts')} />
  return (
    <FormButtons {...buttons} onCancel={isFacts ? undefined : onCancel}>
      {isFacts && (
        <Button variant="default" onClick={() => show('shape')} disabled={buttons.working}>
          <Trans>Back to the map</Trans>
        </Button>
      )}
      {isShape && (
        <Button variant="default" onClick={() => show('facts')} disabled={buttons.working}>
          <Trans>Name and capacity</Trans>
        </Button>
      )}
    </FormButtons>
  )
}

function NextButtons({ onCancel, onNext }: { onCancel: () => void; onNext: () => void }) {
  return (
    <DialogButtons working={false}>
      <Button variant="default" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button onClick={onNext}>
        <Trans>Next</Trans>
      </Button>
    </DialogButtons>
  )
}
