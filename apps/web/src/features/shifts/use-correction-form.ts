import type { Correction } from '@muster/contract/shifts.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { type CorrectionValues, problemsOf, valuesOf } from './correction-form.ts'

/** The form of a correction, beginning with the one that counts. */
export function useCorrectionForm(counting: Correction | undefined, timeZone: string) {
  return useMarkedForm<CorrectionValues>({
    initialValues: valuesOf(counting, timeZone),
    validateInputOnBlur: ['hours', 'lastOut'],
    validate: values => problemsOf(values, timeZone),
  })
}
