/** Product codes of robotic devices, by what the FDA calls them. */
export const roboticProductCodes: Readonly<Record<string, string>> = {
  NAY: 'System, surgical, computer controlled instrument',
  OLO: 'Orthopedic stereotaxic instrument',
  HAW: 'Neurological stereotaxic instrument',
  PHL: 'Powered exoskeleton',
  ONA: 'Computer assisted hair harvesting system',
  EOQ: 'Bronchoscope, with those that a robot steers',
  DXX: 'System, catheter control, steerable',
  IYE: 'Accelerator, linear, medical',
  MUJ: 'System, planning, radiation therapy treatment',
  IKK: 'System, isokinetic testing and evaluation',
};

/** A product code has three letters. */
export const productCode = /^[A-Z]{3}$/;
