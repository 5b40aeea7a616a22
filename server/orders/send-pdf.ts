import type { Response } from 'express'

/** Shows a document in the browser, under its number when it is saved. */
export function sendPdf(res: Response, { number, pdf }: { number: string; pdf: Uint8Array }): void {
  res
    .type('application/pdf')
    .set('Content-Disposition', `inline; filename="${number}.pdf"`)
    .send(Buffer.from(pdf))
}
