import type { Response } from 'express'

export function sendPdf(res: Response, { number, pdf }: { number: string; pdf: Uint8Array }): void {
  res
    .type('application/pdf')
    .set('Content-Disposition', `inline; filename="${number}.pdf"`)
    .send(Buffer.from(pdf))
}
