import { TextField } from '../../site/ui/field.tsx'

/** Browsers accept dropped files, even without script. @param kept the file in base64, which needn't be chosen again */
export function FileField({ kept, label, hint }: { kept: string | null; label: string; hint: string }) {
  if (kept !== null) return <input type="hidden" name="kept" value={kept} />
  return (
    <TextField label={label} hint={hint} type="file" name="file" required className="DropField" data-filter />
  )
}
