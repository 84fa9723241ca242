// The comparator's sources, in the order in which a compiler reads them. Its register block, which registers.py makes, comes
// after the package.
sptf_comparator_pkg.sv
sptf_field.sv
sptf_lane.sv
sptf_less.sv
sptf_minimum.sv
sptf_best.sv
sptf_comparator.sv
sptf_comparator_box.sv
sptf_comparator_obi.sv
