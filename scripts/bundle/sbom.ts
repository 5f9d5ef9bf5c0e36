import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { BundledPackage } from './packages.ts';

/** What a bill of materials is of. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Of the file that the bill lies beside, in hexadecimal digits. */
  readonly sha256?: string;
}

/** The Node.js inside an executable. */
interface Runtime {
  readonly version: string;
  /** Of its binary before anything is taken out of it, in hexadecimal digits. */
  readonly sha256: string;
}

/**
 * What a product is made of, as CycloneDX 1.6 in JSON (https://cyclonedx.org/docs/1.6/json/): each package with its
 * version, licence, purl and the SHA-512 that the lock file pins. It has neither a time nor a serial number, so that
 * the same product has the same bytes.
 */
export function billOfMaterials(
  product: Product,
  packages: readonly BundledPackage[],
  runtime?: Runtime,
): string {
  const root = new Models.Component(Enums.ComponentType.Application, product.name, {
    version: product.version,
    bomRef: purl(product),
    purl: purl(product),
    licenses: licence(product.license),
  });
  if (product.sha256 !== undefined) root.hashes.set(Enums.HashAlgorithm['SHA-256'], product.sha256);
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: root }) });
  const components = packages.map(packageComponent);
  if (runtime !== undefined) components.push(runtimeComponent(runtime));
  for (const component of components) {
    bom.components.add(component);
    root.dependencies.add(component.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 1 });
  return `${text}\n`;
}

function packageComponent(bundled: BundledPackage): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Library, bundled.name, {
    version: bundled.version,
    bomRef: purl(bundled),
    purl: purl(bundled),
    scope: Enums.ComponentScope.Required,
    licenses: licence(bundled.license),
  });
  component.hashes.set(Enums.HashAlgorithm['SHA-512'], bundled.sha512);
  return component;
}

function runtimeComponent({ version, sha256 }: Runtime): Models.Component {
  const reference = `pkg:generic/node@${version}`;
  const component = new Models.Component(Enums.ComponentType.Platform, 'node', {
    version,
    bomRef: reference,
    purl: reference,
    scope: Enums.ComponentScope.Required,
    licenses: licence('MIT'),
  });
  component.hashes.set(Enums.HashAlgorithm['SHA-256'], sha256);
  return component;
}

function licence(expression: string): Models.LicenseRepository {
  return new Models.LicenseRepository([new Models.LicenseExpression(expression)]);
}

/** A package's address (https://github.com/package-url/purl-spec): the `@` of a scope is encoded. */
function purl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
