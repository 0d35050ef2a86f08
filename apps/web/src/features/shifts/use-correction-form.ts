import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import {
  type CorrectedDay,
  type CorrectionValues,
  toFormValues,
  validateCorrection,
} from './correction-form.ts'

/** Creates the correction form, which starts with the current values. */
export function useCorrectionForm(corrected: CorrectedDay, reasonRequired: string) {
  return useMarkedForm<CorrectionValues>({
    initialValues: toFormValues(corrected),
    validateInputOnBlur: ['hours', 'lastOut'],
    validate: values => validateCorrection(values, corrected, reasonRequired),
  })
}
