/** A contract of employment, English, four pages. */
export const employmentContract = {
  title: 'Contract of Employment',
  author: 'Brightwater Instruments Ltd.',
  language: 'en',
  footer: (page, pages) => `Brightwater Instruments Ltd. · Contract of Employment · Page ${page} of ${pages}`,
  pages: [
    `# Contract of Employment

between Brightwater Instruments Ltd., 14 Harbour Street, Bristol (the Company), and Ms Eleanor Hughes, 3 Orchard Lane, Bath (the Employee).

## 1. Commencement and position

The employment begins on 1 September 2024. No employment with a previous employer counts as part of the Employee's period of continuous employment with the Company.

The Employee is engaged as Calibration Engineer and reports to the Head of the Laboratory. She calibrates flow meters and pressure sensors, keeps the laboratory's records in accordance with ISO/IEC 17025, and trains new colleagues. The Company may give her other duties that are reasonable and match her training.

## 2. Place of work

The normal place of work is the laboratory in Bristol. After the probationary period the Employee may work from home on up to two days a week, provided that no measurements are scheduled on these days. Visits to customers in the United Kingdom are part of the duties; journeys that last longer than one night are agreed in advance.

## 3. Probationary period

The first six months are a probationary period. Its length may be extended once, by no more than three months, if the Employee was absent for more than four weeks. At its end the Head of the Laboratory discusses the Employee's performance with her and confirms the appointment in writing.`,
    `## 4. Hours of work

The normal working week has 37.5 hours, from Monday to Friday. The core time is from 10:00 to 15:00; outside it the Employee arranges her hours herself, between 7:00 and 20:00. There is an unpaid break of at least 30 minutes on each day with more than six hours of work.

Overtime needs the consent of the Head of the Laboratory. It is compensated by time off within three months; where this is not possible it is paid at 125 per cent of the hourly rate.

## 5. Remuneration

The gross salary is 46,800 pounds a year, paid in twelve equal instalments on the 25th day of each month. It is reviewed every year on 1 April. A bonus of up to 8 per cent of the annual salary depends on the results of the Company and on two personal goals that are agreed in January.

The Company contributes 6 per cent of the gross salary to the pension scheme if the Employee contributes at least 4 per cent.

## 6. Holidays

The Employee is entitled to 27 working days of paid holiday in a calendar year, besides the public holidays of England. Up to five days may be carried over to the next year and must be taken by 31 March. Holidays of more than two weeks are requested six weeks ahead.

## 7. Sickness

The Employee informs the Company before 9:30 on the first day of absence. From the eighth day a medical certificate is required. The Company pays the full salary for up to twelve weeks of sickness in any period of twelve months.`,
    `## 8. Confidentiality

The Employee keeps secret all calibration data of customers, the prices of suppliers and the methods of the laboratory, during the employment and for two years after it. Documents and devices are returned on the last day of work.

## 9. Inventions

Inventions made in the course of the duties belong to the Company. For each invention that is registered as a patent the Employee receives a reward of 1,500 pounds.

## 10. Notice period and termination

The notice period is three months to the end of a calendar quarter, for both the Company and the Employee. During the probationary period the notice period is two weeks, to any day. After ten years of service the notice period that the Company has to observe is six months.

Notice must be given in writing; an e-mail is not sufficient. The right of both parties to terminate the employment without notice for an important reason remains unaffected.

After notice has been given the Company may release the Employee from work with full pay (garden leave). Holidays that are left are taken during this time.

The employment ends without notice at the end of the month in which the Employee reaches the age at which she can draw a state pension.

## 11. Secondary employment

Any paid work for others needs the prior consent of the Company. Consent is given if the work does not touch the interests of the Company and does not exceed eight hours a week.`,
    `## 12. Equipment and expenses

The Company provides a laptop computer, a mobile telephone and protective clothing. Private use of the telephone is allowed within the United Kingdom. Expenses for journeys are refunded within 14 days after the receipts have been handed in; the mileage allowance for a private car is 45 pence.

## 13. Training

The Employee may spend five working days a year on courses. If the Company pays more than 2,000 pounds for a course and the Employee leaves of her own accord within twelve months, she repays the fee in proportion to the months that are left.

## 14. Grievances and discipline

Complaints are first taken to the Head of the Laboratory, then to the managing director, who answers within ten working days. The disciplinary procedure is set out in the employee handbook; it is not part of this contract.

## 15. Final provisions

Changes of this contract must be made in writing. If one of its provisions is void, the others remain valid. The law of England and Wales applies.

Bristol, 12 July 2024

For the Company: Margaret Doyle, Managing Director

The Employee: Eleanor Hughes`,
  ],
};
